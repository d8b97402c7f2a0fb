/** What PostGraphile 5 expects of Node 22 and Node 20 has not; everything else of it runs on both. */
Promise.withResolvers ??= function withResolvers() {
  const made = {};
  made.promise = new this((resolve, reject) => Object.assign(made, { resolve, reject }));
  return made;
};
