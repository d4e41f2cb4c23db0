/** One or more settings are invalid. The message is one sentence that names each. */
export class EnvError extends Error {
  override readonly name = 'EnvError';
}
