/** A person's identity as a provider states it. */
export interface Identity {
  /** Unique at the provider, and never given to somebody else. */
  readonly subject: string;
  readonly name: string;
  /** An address that the provider has confirmed; null if it has or tells none. */
  readonly email: string | null;
  /** What the person recognizes the account by: the address or a handle. */
  readonly label: string;
}
/** What one login has agreed with the provider. */
export interface Handshake {
  readonly state: string;
  readonly nonce: string;
  /** Of PKCE: proves that who exchanges the code is who asked for it. */
  readonly codeVerifier: string;
  readonly redirectUri: string;
}
/** A service whose accounts people can log in with. */
export interface IdentityProvider {
  /**
   * The address to send the browser to.
   * @throws AppError 503 when the provider can't be reached.
   */
  authorize(handshake: Handshake): Promise<string>;
  /**
   * Exchanges the code the browser came back with. Codes work once.
   * @throws AppError 422 `social_login_failed` when the provider's answer can't be trusted; 503 when it can't
   * be reached.
   */
  exchange(answer: { code: string; iss?: string | undefined }, handshake: Handshake): Promise<Identity>;
}
