/* Stands in for a libc's <math.h>, which the code made by wasm2c includes for floating point;
 * the core has none. */
