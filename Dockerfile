# The image of the service has Node, its shared libraries and the service, but no shell, package manager or compiler.
#   docker build -t psd2-bank .                                      for your own PostgreSQL
#   docker build -t psd2-bank:embedded --target embedded .           with an embedded PostgreSQL, for a sandbox
# To run it, see docs/operations.md, "Run in a container". It needs Debian, not Alpine, because the embedded PostgreSQL needs glibc.
ARG NODE_IMAGE=node:26-trixie-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY packages/embedded-postgres/package.json ./packages/embedded-postgres/
COPY packages/toolkit/package.json ./packages/toolkit/
# `npm ci` runs these scripts. Without the sources they do nothing.
COPY scripts/build-service.mjs scripts/build-console.mjs scripts/build-types.mjs ./scripts/
RUN npm ci
COPY . .
RUN npm run build && node scripts/materials.mjs && npm prune --omit=dev --ignore-scripts
RUN ops/container/lay-image.sh /app /image

# Both images have this. All files belong to root and are read-only, except /data for the keys of the sandbox and the embedded database.
FROM scratch AS base
COPY --from=build /image/system /
COPY --from=build /image/app /
COPY --from=build --chown=1000:1000 /image/data /
ENV PATH=/usr/local/bin NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
WORKDIR /app
# A number, so that Kubernetes can see that the user is not root.
USER 1000:1000
VOLUME /data
EXPOSE 4000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 4000}/readyz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# node is process 1, so it gets the signals. To migrate a database: node dist/migrate.js
CMD ["node", "--enable-source-maps", "--max-semi-space-size=32", "--heap-growing-percent=50", "dist/main.js"]

FROM base AS embedded
COPY --from=build /image/embedded /

FROM base AS service
