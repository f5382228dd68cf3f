/**
 * The portal's calls to the hub service (https://api.ajax.systems/api). The portal never arms, disarms or presses
 * panic.
 */
export interface AlarmHub {
  signIn(credentials: { username: string; password: string; totp?: string | undefined }): Promise<SignInOutcome>;
  /** Exchanges a refresh token for new tokens and ends the old token. */
  refresh(tokens: { userId: string; refreshToken: string }): Promise<RefreshOutcome>;
  /** Returns the account's hubs with their details and spaces. */
  listHubs(session: HubAccess): Promise<ListOutcome>;
  /** Returns the ids of the account's hubs, with one request. */
  listHubIds(session: HubAccess): Promise<IdsOutcome>;
}

export interface HubAccess {
  readonly userId: string;
  readonly sessionToken: string;
}

/** The service's tokens: good for 15 minutes, and for 7 days or a year. */
export interface HubSession extends HubAccess {
  /** null where the service gives none. */
  readonly refreshToken: string | null;
}

export interface ListedHub {
  readonly hubId: string;
  readonly name: string;
  readonly location: string | null;
  /** null: not known, which is not offline. */
  readonly isOnline: boolean | null;
}

/** Failures that may replace any answer. */
export type HubTrouble =
  /** No answer, a late answer, an oversized answer, or an error of the service itself. */
  | { readonly outcome: 'unavailable'; readonly because: string }
  /** An answer that cannot be read. */
  | { readonly outcome: 'garbled' }
  /** The API key is missing or wrong: our fault, staff have to know. */
  | { readonly outcome: 'key_refused' }
  | { readonly outcome: 'busy'; readonly retryAfterSec: number };

export type SignInOutcome =
  | { readonly outcome: 'signed_in'; readonly session: HubSession }
  | { readonly outcome: 'wrong_credentials' }
  /** The password is wrong, or the code is missing or wrong: the service does not say which. */
  | { readonly outcome: 'code_or_password' }
  /** Accounts of this kind may not use the interface. */
  | { readonly outcome: 'account_refused' }
  | HubTrouble;

export type RefreshOutcome =
  | { readonly outcome: 'refreshed'; readonly session: HubSession }
  /** The token ended, or the password was changed. */
  | { readonly outcome: 'ended' }
  | HubTrouble;

export type ListOutcome =
  | { readonly outcome: 'listed'; readonly hubs: readonly ListedHub[] }
  | { readonly outcome: 'ended' }
  | HubTrouble;

export type IdsOutcome =
  | { readonly outcome: 'listed'; readonly hubIds: readonly string[] }
  | Exclude<ListOutcome, { outcome: 'listed' }>;
