/** What can be wrong with an OpenID provider or its answer, each a word that the screens have a sentence for. */
export const oidcFaults = [
  "notFound",
  "connection",
  "security",
  "timeout",
  "notAllowed",
  /** Not secured, and not at an address that the installation names. */
  "insecure",
  /** Nothing at this address speaks OpenID Connect. */
  "notProvider",
  /** The provider calls itself otherwise. */
  "issuer",
  /** It cannot do what we need: a code with PKCE. */
  "unable",
  /** The client id or secret is refused. */
  "client",
  /** The person, or the provider for them, said no. */
  "denied",
  /** The code was used or is too old. */
  "expired",
  /** What came is not signed by the provider, not for us, not for this sign-in, or too old. */
  "untrusted",
] as const;
export type OidcFault = (typeof oidcFaults)[number];
