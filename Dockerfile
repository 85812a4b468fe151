# The image holds the binary and nothing else; other images take it from there:
#
#   docker build --tag tsinit .
#
# --target bun and --target node make images of the hosts that run on Bun and on Node instead.
#
#   COPY --from=tsinit /tsinit /tsinit
#   ENTRYPOINT ["/tsinit","--"]
#
# The builder may be any image with Node 20 or later, npm and gcc. The same sources and the same
# gcc give the same bytes. The binary is for the machine that the builder image is made for.
ARG BUILDER=node:20.20.2-bookworm
# What the other hosts run in: a glibc for Bun, and Node with one.
ARG LIBC=debian:bookworm-slim
ARG NODE=node:20.20.2-bookworm-slim

FROM ${BUILDER} AS build
WORKDIR /src
# The packages are a layer of their own, which lasts until the lock file changes.
COPY package.json package-lock.json ./
RUN npm ci
COPY . .
RUN npm run build

FROM ${LIBC} AS bun
COPY --from=build /src/dist/tsinit-bun /tsinit-bun
ENTRYPOINT ["/tsinit-bun","--"]

FROM ${NODE} AS node
COPY --from=build /src/dist/tsinit-node /src/dist/tsinit.mjs /src/dist/tsinit-native.so \
  /src/dist/tsinit-ffi.node /opt/tsinit/
ENTRYPOINT ["/opt/tsinit/tsinit-node","--"]

FROM scratch
COPY --from=build /src/dist/tsinit /tsinit
ENTRYPOINT ["/tsinit","--"]
