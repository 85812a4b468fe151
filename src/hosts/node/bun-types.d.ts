/** Owns what Bun has and Node's types do not know: its FFI, and files within the binary. */
declare module "bun:ffi" {
  export function dlopen(
    name: string,
    symbols: Record<string, { args: string[]; returns: string }>,
  ): { symbols: Record<string, (...values: unknown[]) => number> };
}

declare module "*.node" {
  const path: string;
  export default path;
}

declare module "*.so" {
  const path: string;
  export default path;
}
