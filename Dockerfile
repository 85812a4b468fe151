# The image holds the binary and nothing else; other images take it from there:
#
#   docker build --tag tsinit .
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
FROM ${BUILDER} AS build
WORKDIR /src
# The packages are a layer of their own, which lasts until the lock file changes.
COPY package.json package-lock.json ./
RUN npm ci
COPY . .
RUN npm run build
# The build makes a binary for each machine that there is a compiler for.
ARG TARGETARCH
RUN case "${TARGETARCH:-$(uname -m)}" in \
      amd64 | x86_64) machine=x86_64 package=gcc-x86-64-linux-gnu ;; \
      arm64 | aarch64) machine=aarch64 package=gcc-aarch64-linux-gnu ;; \
      *) echo "no tsinit for $TARGETARCH: TARGETARCH is amd64 or arm64" >&2; exit 1 ;; \
    esac; \
    test -e "dist/tsinit-$machine" || { apt-get update && \
      apt-get install --yes --no-install-recommends "$package" && npm run build; } && \
    cp "dist/tsinit-$machine" /tsinit

FROM scratch AS tsinit
COPY --from=build /tsinit /tsinit
ENTRYPOINT ["/tsinit","--"]
