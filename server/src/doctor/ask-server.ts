// Asks a server whether it belongs to this installation.
import { request as requestPlain, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as requestTls } from 'node:https';
import { json } from 'node:stream/consumers';
import {
  DOCTOR_HEADER,
  DOCTOR_PATH,
  newQuestion,
  type DoctorAnswer,
  type DoctorKey,
} from '#platform/http/servers/doctor-proof';

export type Asked =
  | { readonly outcome: 'ours'; readonly answer: DoctorAnswer }
  /** A server of Trace with another key. */
  | { readonly outcome: 'other_key' }
  | { readonly outcome: 'stranger'; readonly status: number };

const ANSWER_WITHIN_MS = 4_000;

/**
 * @param origin such as `https://trace.example.com`. Certificates are not checked here: the proof tells a server apart.
 * @throws the error of the connection
 */
export async function askServer(origin: string, key: DoctorKey, headers: Record<string, string> = {}): Promise<Asked> {
  const { header, proof } = newQuestion(key);
  const response = await get(new URL(DOCTOR_PATH, origin), { ...headers, [DOCTOR_HEADER]: header });
  const answer = (await json(response).catch(() => null)) as Partial<DoctorAnswer> | null;
  if (response.statusCode === 401) return { outcome: 'other_key' };
  if (answer?.proof !== proof) return { outcome: 'stranger', status: response.statusCode ?? 0 };
  return { outcome: 'ours', answer: answer as DoctorAnswer };
}

function get(url: URL, headers: Record<string, string>): Promise<IncomingMessage> {
  const options: RequestOptions & { rejectUnauthorized: boolean } = {
    headers,
    agent: false,
    rejectUnauthorized: false,
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  };
  const request = url.protocol === 'https:' ? requestTls : requestPlain;
  return new Promise((resolve, reject) => {
    request(url, options, resolve).once('error', reject).end();
  });
}
