// Translates refusals of the broker into words for the operator.

/** CONNACK reasons that only another setting or the broker's configuration ends. */
const SETTINGS_WRONG: Readonly<Record<number, string>> = {
  0x01: 'the broker does not speak MQTT 5',
  0x84: 'the broker does not speak MQTT 5',
  0x85: 'the broker refuses the client id of this server',
  0x86: 'the broker refuses the user name or the password',
  0x87: 'the broker knows this server, but does not let it in',
  0x8a: 'the broker has banned this server',
  0x8c: 'the broker asks for another way of signing in',
};

const PASSING: Readonly<Record<number, string>> = {
  0x88: 'the broker is unavailable',
  0x89: 'the broker is busy',
  0x8b: 'the broker shuts down',
  0x8d: 'the broker did not hear from this server in time',
  0x8e: 'another server process uses the same client id',
  0x97: 'a quota of the broker is used up',
  0x9f: 'the broker allows fewer connections',
};

const SUBSCRIPTION: Readonly<Record<number, string>> = {
  0x87: 'the access list of the broker does not let this server read the topics of devices',
  0x9e: 'the broker has no shared subscriptions',
};

const TLS_WRONG: Readonly<Record<string, string>> = {
  ENOTFOUND: 'the name of the host is not known',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate of the broker is for another host name',
  SELF_SIGNED_CERT_IN_CHAIN: 'the certificate of the broker is from an unknown authority, set MQTT_CA',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate of the broker is from an unknown authority, set MQTT_CA',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the certificate of the broker is from an unknown authority, set MQTT_CA',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'the certificate of the broker is from an unknown authority, set MQTT_CA',
  CERT_HAS_EXPIRED: 'the certificate of the broker has expired',
  ERR_SSL_WRONG_VERSION_NUMBER: 'the broker does not speak TLS on this port',
  EPROTO: 'the broker does not speak TLS on this port',
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: 'the broker does not accept the certificate of this server',
  ERR_SSL_TLSV1_ALERT_UNKNOWN_CA: 'the broker does not accept the certificate of this server',
  ERR_SSL_TLSV1_ALERT_BAD_CERTIFICATE: 'the broker does not accept the certificate of this server',
};

/** Why a connection ended or did not begin. `isFinal`: trying again with the same settings cannot help. */
export interface BrokerProblem {
  readonly words: string;
  readonly isFinal: boolean;
}

export const passing = (words: string): BrokerProblem => ({ words, isFinal: false });

export function refusedConnect(reasonCode: number): BrokerProblem {
  const words = SETTINGS_WRONG[reasonCode];
  return words === undefined ? ended(reasonCode) : { words, isFinal: true };
}

/** A DISCONNECT that the broker sent. */
export const ended = (reasonCode: number): BrokerProblem =>
  passing(PASSING[reasonCode] ?? `the broker ended the connection with reason 0x${hex(reasonCode)}`);

export const refusedSubscription = (reasonCode: number): BrokerProblem => ({
  words: SUBSCRIPTION[reasonCode] ?? `the broker refuses a subscription with reason 0x${hex(reasonCode)}`,
  isFinal: true,
});

export function failedSocket(error: Error): BrokerProblem {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const words = TLS_WRONG[code];
  return words === undefined
    ? passing(code === '' ? error.message : `no connection: ${code}`)
    : { words, isFinal: true };
}

const hex = (code: number): string => code.toString(16).padStart(2, '0');
