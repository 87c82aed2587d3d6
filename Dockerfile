# Two images from one build: `service` (the command, query and projector processes, and the `dayline` command line; the
# command says which) and `proxy` (nginx with the built web). Both run as nobody in particular and write to /tmp alone.

FROM node:20.20.2-bookworm-slim AS base
WORKDIR /app

FROM base AS packages
# better-sqlite3 compiles where its binary can't be had.
RUN apt-get update \
  && apt-get install -y --no-install-recommends g++ make python3 \
  && rm -rf /var/lib/apt/lists/*
COPY package.json package-lock.json ./
COPY contracts/package.json contracts/
COPY platform/package.json platform/
COPY command-service/package.json command-service/
COPY query-service/package.json query-service/
COPY projector/package.json projector/
COPY standalone/package.json standalone/
COPY web/package.json web/
COPY e2e/package.json e2e/
COPY bench/package.json bench/

# What the services need when they run, and nothing of the web's or the tests'.
# Not `npm ci`: it refuses a lock file that lacks the optional packages of a platform that nobody locked on.
FROM packages AS production-packages
RUN npm install --no-save --no-audit --no-fund --loglevel=error --omit=dev \
  -w @dayline/command-service -w @dayline/query-service -w @dayline/projector -w @dayline/standalone

FROM packages AS build
RUN npm install --no-save --no-audit --no-fund --loglevel=error --include=dev
COPY tsconfig.base.json ./
COPY tools tools
COPY contracts contracts
COPY platform platform
COPY command-service command-service
COPY query-service query-service
COPY projector projector
COPY standalone standalone
COPY web web
RUN node tools/build.mjs \
  && find . -path ./node_modules -prune -o -path '*/dist/*' -name '*.test.*' -exec rm {} +

FROM base AS service
ENV NODE_ENV=production \
  HOST=0.0.0.0 \
  PORT=3000 \
  DATA_DIR=/tmp/dayline
COPY --from=production-packages /app ./
COPY --from=build /app/contracts/dist contracts/dist
COPY --from=build /app/platform/dist platform/dist
COPY --from=build /app/command-service/dist command-service/dist
COPY --from=build /app/query-service/dist query-service/dist
COPY --from=build /app/projector/dist projector/dist
COPY --from=build /app/standalone/dist standalone/dist
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "command-service/dist/main.js"]

FROM nginx:1.30.5-alpine AS proxy
COPY deploy/nginx.conf /etc/nginx/nginx.conf
COPY --from=build /app/web/dist /usr/share/dayline/web
USER nginx
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=10s --retries=3 \
  CMD ["wget", "-q", "-O", "/dev/null", "http://127.0.0.1:8080/healthz"]
ENTRYPOINT ["nginx"]
CMD ["-g", "daemon off;"]
