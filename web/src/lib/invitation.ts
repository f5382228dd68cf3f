import { redirect, type ParsedLocation } from '@tanstack/react-router';
import { paths } from './paths.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /**
     * The token of a company's invitation. It stands in the state of the history entry: that belongs to this tab,
     * survives a reload and is sent to nobody, while an address is copied, logged and remembered, and T42 keeps web
     * storage free of what gives access.
     */
    companyInvite?: string | undefined;
  }
}

const LONGEST_TOKEN = 200;

/** Takes `?company_invite=TOKEN` out of whatever address it came with and goes on to Join Company (AUTH-02 T30). */
export function takeInvitation({ search }: ParsedLocation): void {
  const token: unknown = (search as Record<string, unknown>)['company_invite'];
  if (token === undefined) return;
  throw redirect({ to: paths.signUp, replace: true, state: { companyInvite: String(token).slice(0, LONGEST_TOKEN) } });
}
