/** What Bun knows and Node's types do not: its own FFI, and files that become part of the binary. */
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
