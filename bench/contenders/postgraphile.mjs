/** PostGraphile with its default preset and a field for links. It checks nothing. */
import './node22.mjs';
import { createServer } from 'node:http';
import { postgraphile } from 'postgraphile';
import { makePgService } from 'postgraphile/adaptors/pg';
import { lambda } from 'postgraphile/grafast';
import { grafserv } from 'postgraphile/grafserv/node';
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber';
import { extendSchema } from 'postgraphile/utils';
import { paymentFields } from './schema.mjs';

const links = extendSchema({
  typeDefs: `
    type Link { href: String! }
    type Links { self: Link! status: Link! startAuthorisation: Link }
    extend type Payment { links: Links! }`,
  objects: {
    Payment: {
      plans: {
        links: ($payment) =>
          lambda([$payment.get('payment_id'), $payment.get('status')], ([paymentId, transactionStatus]) =>
            paymentFields.links({ paymentId, transactionStatus }),
          ),
      },
    },
  },
});

const instance = postgraphile({
  extends: [PostGraphileAmberPreset],
  plugins: [links],
  pgServices: [
    makePgService({
      connectionString: process.env.DATABASE_URL,
      poolConfig: { max: 20, idleTimeoutMillis: 5_000 },
      schemas: ['public'],
    }),
  ],
  grafserv: { graphiql: false, watch: false },
});
const server = createServer();
server.keepAliveTimeout = 65_000;
server.on('error', () => process.exit(1));
const serv = instance.createServ(grafserv);
await serv.addTo(server);
server.listen(Number(process.env.PORT), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
