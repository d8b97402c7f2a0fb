/** Polyfill of the one feature of Node 22 that PostGraphile 5 needs. */
Promise.withResolvers ??= function withResolvers() {
  const made = {};
  made.promise = new this((resolve, reject) => Object.assign(made, { resolve, reject }));
  return made;
};
