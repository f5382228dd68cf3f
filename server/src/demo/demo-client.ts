import { signIn, signOut } from '@trace/contract/auth/auth.api';
import { createApiClient, type ApiClient } from '@trace/contract/kernel/client';
import type { RunningServer } from '../server.ts';
import type { DemoPerson } from './demo-people.ts';

/**
 * Runs `work` with the public API as a person of the demo, signed in meanwhile. Calls the server's own address, because
 * PUBLIC_URL may lead to a proxy that does not run yet. `download` reads a text file. Does nothing if the sign-in asks for a second step.
 */
export async function actAs(
  { ownUrl }: Pick<RunningServer, 'ownUrl'>,
  { email, password }: Pick<DemoPerson, 'email' | 'password'>,
  work: (api: ApiClient, download: (path: string) => Promise<string>) => Promise<void>,
): Promise<void> {
  let cookie = '';
  const remember: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    const given = response.headers.getSetCookie().map((header) => header.split(';')[0]!);
    if (given.length > 0) cookie = given.join('; ');
    return response;
  };
  const api = createApiClient({ baseUrl: ownUrl, fetch: remember, headers: () => ({ cookie }) });
  const answer = await api.call(signIn, { body: { email, password } });
  if (!('person' in answer)) return;
  await work(api, async (path) => (await remember(ownUrl + path, { headers: { cookie } })).text());
  await api.call(signOut, { query: {} });
}
