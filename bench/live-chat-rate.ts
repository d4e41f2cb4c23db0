/** A chat in which a thousand people write a message every five seconds. */
export const CHAT = { clients: 1_000, aSecond: 200, messages: 2_000 } as const;
