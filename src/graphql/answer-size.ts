export const messagesAtMost = 100;
