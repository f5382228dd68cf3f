import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import type { AuthCookies, Cookies } from './auth.cookies.service.ts';
import { findBrowserGeneration } from './auth.known-browsers.store.ts';

export interface KnownBrowsers {
  /** A `Set-Cookie` that makes this browser known to the account for a year, or until the account forgets its browsers. */
  mark(accountId: string): Promise<string>;
  /**
   * The id of a browser that is known to the account, else null. Tries from it have a count of their own, so that
   * strangers cannot lock the owner out; the count is per browser, so that a stolen cookie gives ten tries like any
   * other way in (AUTH-13).
   */
  idOf(accountId: string | null, cookies: Cookies): Promise<string | null>;
}

export interface KnownBrowsersOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly cookies: AuthCookies;
}

export function createKnownBrowsers({ database, clock, cookies: authCookies }: KnownBrowsersOptions): KnownBrowsers {
  return {
    mark: async (accountId) => {
      const generation = await findBrowserGeneration(database.sql, accountId);
      return authCookies.browserMark({ accountId, generation: generation ?? 0 }, clock.now());
    },
    idOf: async (accountId, cookies) => {
      const mark = accountId === null ? null : authCookies.browserIn(cookies, accountId, clock.now());
      if (accountId === null || mark === null) return null;
      const generation = await findBrowserGeneration(database.sql, accountId);
      return mark.generation === generation ? mark.id : null;
    },
  };
}
