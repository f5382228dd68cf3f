/** The time limit of the whole request, even while the gateway is still answering. */
const LONGEST_MS = 10_000;
const MAX_ANSWER_BYTES = 16_384;
const MAX_ID_LENGTH = 200;

export interface SmsGateway {
  readonly url: string;
  readonly token: string;
  /** The sender that phones show: a number or a name of up to 11 characters. */
  readonly from: string;
}

export interface GatewayRequest {
  readonly to: string;
  readonly from: string;
  readonly text: string;
  readonly reference: string;
}

export interface GatewayAnswer {
  readonly status: number;
  /** The gateway's own id of the message, if the answer has one. */
  readonly gatewayId: string | null;
}

/** Posts a message and returns the status. Follows no redirect. */
export async function postToGateway({ url, token }: SmsGateway, request: GatewayRequest): Promise<GatewayAnswer> {
  const signal = AbortSignal.timeout(LONGEST_MS);
  const response = await fetch(url, {
    method: 'POST',
    // A redirect would take the token to another server.
    redirect: 'manual',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      // For gateways that know this header (draft-ietf-httpapi-idempotency-key-header).
      'idempotency-key': request.reference,
    },
    body: JSON.stringify(request),
    signal,
  });
  return { status: response.status, gatewayId: response.ok ? idIn(await textOf(response)) : await drop(response) };
}

async function drop(response: Response): Promise<null> {
  await response.body?.cancel();
  return null;
}

/** Reads a limited part, because the answer is of another server. The status counts even if the answer breaks off. */
async function textOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of response.body ?? []) {
      size += chunk.length;
      if (size > MAX_ANSWER_BYTES) return '';
      chunks.push(chunk);
    }
  } catch {
    return '';
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Parses `{"id": "…"}`. Any other answer has no id. */
function idIn(text: string): string | null {
  try {
    const { id } = JSON.parse(text) as { id?: unknown };
    return typeof id === 'string' || typeof id === 'number' ? String(id).slice(0, MAX_ID_LENGTH) : null;
  } catch {
    return null;
  }
}
