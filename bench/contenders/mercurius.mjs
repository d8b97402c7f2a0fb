/** Mercurius on Fastify with its own loaders, and queries compiled after their first use as it recommends. It checks nothing. */
import Fastify from 'fastify';
import mercurius from 'mercurius';
import { paymentFields, statusChangeFields, typeDefs } from './schema.mjs';
import { basketsOf, historiesOf, membersOf, roots } from './tables.mjs';

const keysOf = (queries, name) => queries.map(({ obj }) => obj[name]);

const app = Fastify();
app.register(mercurius, {
  schema: typeDefs,
  jit: 1,
  resolvers: {
    ...roots,
    Payment: paymentFields,
    StatusChange: statusChangeFields,
  },
  loaders: {
    Payment: {
      statusHistory: (queries) => historiesOf(keysOf(queries, 'paymentId')),
      basket: (queries) => basketsOf(keysOf(queries, 'paymentId')),
    },
    Basket: { payments: (queries) => membersOf(keysOf(queries, 'basketId')) },
  },
});
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
process.on('SIGTERM', () => process.exit(0));
