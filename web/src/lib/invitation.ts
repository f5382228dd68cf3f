import { redirect, type HistoryState, type ParsedLocation } from '@tanstack/react-router';
import { paths } from './paths.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /**
     * The token of a company's invitation. It stands in the state of the history entry: that belongs to this tab,
     * survives a reload and is sent to nobody, while an address is copied, logged and remembered, and T42 keeps web
     * storage free of what gives access.
     */
    companyInvite?: string | undefined;
    /** The token of a reset of the password, for the same reason. */
    resetToken?: string | undefined;
    /** The token that cancels the removal of a second factor. */
    removalToken?: string | undefined;
    /** The token that answers a claim of a certification. */
    claimToken?: string | undefined;
  }
}

/** Longer ones are no tokens. */
const LONGEST_TOKEN = 200;

/** The one thing that may stand in any address. */
interface InvitationSearch {
  company_invite?: unknown;
}

/** Keeps it until it is taken, wherever it came. */
export function readInvitationSearch({ company_invite: token }: Record<string, unknown>): InvitationSearch {
  return token === undefined ? {} : { company_invite: token };
}

/** Takes `?company_invite=TOKEN` out of whatever address it came with and goes on to Join Company (AUTH-02 T30). */
export function takeInvitation({ search }: ParsedLocation): void {
  const { company_invite: token } = search as InvitationSearch;
  if (token === undefined) return;
  const companyInvite = JSON.stringify(token).replaceAll('"', '').slice(0, LONGEST_TOKEN);
  redirect({ to: paths.signUp, replace: true, state: { companyInvite }, throw: true });
}

/** Takes the token of a reset out of the fragment that the mail's link has it in. */
export function takeResetToken({ hash }: ParsedLocation): void {
  if (hash === '') return;
  const resetToken = hash.slice(0, LONGEST_TOKEN);
  redirect({ to: paths.resetPassword, replace: true, state: { resetToken }, throw: true });
}

/** Takes the token that cancels a removal of the second factor out of the fragment of its mail's link. */
export function takeRemovalToken({ hash }: ParsedLocation): void {
  if (hash === '') return;
  const removalToken = hash.slice(0, LONGEST_TOKEN);
  redirect({ to: paths.keepSecondStep, replace: true, state: { removalToken }, throw: true });
}

/** Takes the token that answers a claim of a certification out of the fragment of its mail's link. */
export function takeClaimToken({ hash }: ParsedLocation): void {
  if (hash === '') return;
  const claimToken = hash.slice(0, LONGEST_TOKEN);
  redirect({ to: paths.certificationClaim, replace: true, state: { claimToken }, throw: true });
}

/** For a navigation that takes the invitation along, and nothing else. */
export const keepInvitation = ({ companyInvite }: HistoryState): HistoryState => ({ companyInvite });
