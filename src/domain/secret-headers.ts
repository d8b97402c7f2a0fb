/** Neither a response nor the request log may show the values of these headers. */
export const secretHeaders = ['authorization', 'proxy-authorization', 'cookie', 'set-cookie'] as const;
