# The image holds the binary and nothing else; other images take it from there:
#
#   docker build --tag tsinit .
#
# --target bun and --target node make images of the hosts that run on Bun and on Node instead.
#
#   COPY --from=tsinit /tsinit /tsinit
#   ENTRYPOINT ["/tsinit","--"]
#
# It is for the machine that builds, or for the TARGETARCH that buildx sets, or that you do:
#
#   docker build --build-arg TARGETARCH=arm64 .
#
# The builder may be any image with Node 20 or later, npm and gcc, and with the compiler for the
# other machine or apt-get to install it. The same sources and the same gcc give the same bytes.
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
RUN npm run build static
# The build makes a binary for each machine that there is a compiler for.
ARG TARGETARCH
RUN case "${TARGETARCH:-$(uname -m)}" in \
      amd64 | x86_64) machine=x86_64 package=gcc-x86-64-linux-gnu ;; \
      arm64 | aarch64) machine=aarch64 package=gcc-aarch64-linux-gnu ;; \
      *) echo "no tsinit for $TARGETARCH: TARGETARCH is amd64 or arm64" >&2; exit 1 ;; \
    esac; \
    test -e "dist/tsinit-$machine" || { apt-get update && \
      apt-get install --yes --no-install-recommends "$package" && npm run build static; } && \
    cp "dist/tsinit-$machine" /tsinit

# These two are for the machine of the builder only.
FROM build AS runtimes
RUN npm run build node

FROM ${LIBC} AS bun
COPY --from=runtimes /src/dist/tsinit-bun /tsinit-bun
ENTRYPOINT ["/tsinit-bun","--"]

FROM ${NODE} AS node
COPY --from=runtimes /src/dist/tsinit-node /src/dist/tsinit.mjs /src/dist/tsinit-native.so \
  /src/dist/tsinit-ffi.node /opt/tsinit/
ENTRYPOINT ["/opt/tsinit/tsinit-node","--"]

FROM scratch AS tsinit
COPY --from=build /tsinit /tsinit
ENTRYPOINT ["/tsinit","--"]
