import { redirect, type HistoryState, type ParsedLocation } from '@tanstack/react-router';
import { paths } from './paths.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /**
     * The token of a company's invitation. The token is stored in the state of the history entry, which belongs to this
     * tab, survives a reload and is never sent. An address, in contrast, is copied, logged and remembered, and T42
     * keeps access secrets out of web storage.
     */
    companyInvite?: string | undefined;
    /** The token of a reset of the password, for the same reason. */
    resetToken?: string | undefined;
    /** The token that cancels the removal of a second factor. */
    removalToken?: string | undefined;
    /** The token that answers a claim of a certification. */
    claimToken?: string | undefined;
    /** The token that shows an incident to a contact without an account. */
    emergencyToken?: string | undefined;
    /** The token of a panic contact's link. */
    contactToken?: string | undefined;
  }
}

/** The maximum length of a token. */
const LONGEST_TOKEN = 200;

/** The only parameter that any address may have. */
interface InvitationSearch {
  company_invite?: unknown;
}

/** Keeps the invitation in any address until `takeInvitation` removes the parameter. */
export function readInvitationSearch({ company_invite: token }: Record<string, unknown>): InvitationSearch {
  return token === undefined ? {} : { company_invite: token };
}

const IN_FRAGMENT = 'company_invite=';

/**
 * Removes the token of an invitation from any address and continues to Join Company (AUTH-02 T30). New links carry
 * `#company_invite=TOKEN`, which no server and no log sees. Older links carry `?company_invite=TOKEN`.
 */
export function takeInvitation({ search, hash }: ParsedLocation): void {
  const { company_invite: inQuery } = search as InvitationSearch;
  const token = hash.startsWith(IN_FRAGMENT) ? hash.slice(IN_FRAGMENT.length) : inQuery;
  if (token === undefined) return;
  const companyInvite = JSON.stringify(token).replaceAll('"', '').slice(0, LONGEST_TOKEN);
  redirect({ to: paths.signUp, replace: true, state: { companyInvite }, throw: true });
}

/** The pages that a mailed link leads to, and the state that keeps the token of the link. */
const tokenPages = {
  resetToken: paths.resetPassword,
  removalToken: paths.keepSecondStep,
  claimToken: paths.certificationClaim,
  contactToken: paths.panicContact,
} as const;

/** Removes the token from the fragment of a mailed link. */
export const takeToken =
  (kind: keyof typeof tokenPages) =>
  ({ location: { hash } }: { location: ParsedLocation }): void => {
    if (hash === '') return;
    const state: HistoryState = { [kind]: hash.slice(0, LONGEST_TOKEN) };
    redirect({ to: tokenPages[kind], replace: true, state, throw: true });
  };

/** Returns the history state for a navigation that keeps only the invitation. */
export const keepInvitation = ({ companyInvite }: HistoryState): HistoryState => ({ companyInvite });
