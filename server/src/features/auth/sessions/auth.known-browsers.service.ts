import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import type { AuthCookies, Cookies } from './auth.cookies.service.ts';
import { findBrowserGeneration, hasKnownBrowser, knowBrowser } from './auth.known-browsers.store.ts';

export type KnownBrowsers = ReturnType<typeof createKnownBrowsers>;

export interface KnownBrowsersOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly cookies: AuthCookies;
}

export function createKnownBrowsers({ database, clock, cookies: authCookies }: KnownBrowsersOptions) {
  const idOf = async (accountId: string | null, cookies: Cookies): Promise<string | null> => {
    const mark = accountId === null ? null : authCookies.browserIn(cookies, accountId, clock.now());
    if (accountId === null || mark === null) return null;
    const generation = await findBrowserGeneration(database.sql, accountId);
    return mark.generation === generation ? mark.id : null;
  };

  return {
    /**
     * Returns a `Set-Cookie` that makes this browser known to the account for a year, or until the account forgets all
     * known browsers.
     */
    mark: async (accountId: string): Promise<string> => {
      const generation = await knowBrowser(database.sql, accountId);
      return authCookies.browserMark({ accountId, generation: generation ?? 0 }, clock.now());
    },
    /**
     * Returns the id of a browser known to the account, else null. Attempts from a known browser are counted separately,
     * so that strangers cannot lock out the owner. The count is per browser, so a stolen cookie gives ten attempts, as
     * any other way in does (AUTH-13).
     */
    idOf,
    /** True for a browser that the account does not know, unless it is the first browser of a new account (AUTH-20). */
    isNew: async (accountId: string, cookies: Cookies): Promise<boolean> =>
      (await idOf(accountId, cookies)) === null && hasKnownBrowser(database.sql, accountId),
  };
}
