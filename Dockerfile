# The image holds the binary and nothing else; other images take it from there:
#
#   docker build --tag tsinit .
#
#   COPY --from=tsinit /tsinit /tsinit
#   ENTRYPOINT ["/tsinit","--"]
#
# The builder may be any image with Node 20 or later, npm and gcc. The same sources and the same
# gcc give the same bytes. The binary is for the machine that the builder image is made for.
ARG BUILDER=node:20.20.2-bookworm
FROM ${BUILDER} AS build
WORKDIR /src
# The packages are a layer of their own, which lasts until the lock file changes.
COPY package.json package-lock.json ./
RUN npm ci
COPY . .
RUN npm run build static

FROM scratch
COPY --from=build /src/dist/tsinit /tsinit
ENTRYPOINT ["/tsinit","--"]
