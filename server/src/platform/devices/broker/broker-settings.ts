// Where the broker of the operator is, and how this server proves itself there.
export interface BrokerSettings {
  readonly host: string;
  readonly port: number;
  readonly isTls: boolean;
  /** Null: the certificate proves the server. */
  readonly user: { readonly name: string; readonly password: string } | null;
  /** PEM files. Without them the server shows a certificate of its own authority. */
  readonly certificate: { readonly file: string; readonly keyFile: string } | null;
  /** The authority of the broker's certificate. Null: the public authorities and Trace's own. */
  readonly caFile: string | null;
}
