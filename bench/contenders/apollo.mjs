/** Apollo Server as documented for production: standalone, reads batched by DataLoader. It checks nothing. */
import { ApolloServer } from '@apollo/server';
import { startStandaloneServer } from '@apollo/server/standalone';
import DataLoader from 'dataloader';
import { paymentFields, statusChangeFields, typeDefs } from './schema.mjs';
import { basketsOf, historiesOf, membersOf, roots } from './tables.mjs';

const resolvers = {
  ...roots,
  Payment: {
    ...paymentFields,
    statusHistory: ({ paymentId }, _, { histories }) => histories.load(paymentId),
    basket: ({ paymentId }, _, { baskets }) => baskets.load(paymentId),
  },
  Basket: { payments: ({ basketId }, _, { members }) => members.load(basketId) },
  StatusChange: statusChangeFields,
};

const server = new ApolloServer({ typeDefs, resolvers, stopOnTerminationSignals: false });
await startStandaloneServer(server, {
  listen: { host: '127.0.0.1', port: Number(process.env.PORT) },
  context: async () => ({
    histories: new DataLoader(historiesOf),
    baskets: new DataLoader(basketsOf),
    members: new DataLoader(membersOf),
  }),
});
process.on('SIGTERM', () => process.exit(0));
