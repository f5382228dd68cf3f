import { done } from '@trace/contract/kernel/endpoint';
import {
  changeEmail,
  changePassword,
  confirmEmail,
  deleteAccount,
  downloadData,
  getProfile,
  updateProfile,
} from '@trace/contract/accounts/accounts.api';
import { dayIn } from '@trace/contract/kernel/calendar';
import { accountsTexts } from '@trace/contract/accounts/accounts.texts';
import { route } from '#platform/http/route';
import type { Route } from '#platform/http/route';
import type { EmailService } from './accounts.email.service.ts';
import type { ProfileService } from './accounts.profile.service.ts';
import type { AccountsService } from './accounts.service.ts';

interface Services {
  profile: ProfileService;
  email: EmailService;
  accounts: AccountsService;
}

export const accountsRoutes = ({ profile, email, accounts }: Services): Route[] => [
  route(getProfile, ({ actor }) => profile.profileOf(actor)),
  route(updateProfile, ({ actor, origin, body }) => profile.update(actor, origin, body)),
  route(changeEmail, async ({ actor, origin, body }) => {
    await email.ask(actor, origin, body.email);
    return done;
  }),
  route(confirmEmail, async ({ actor, origin, body }) => {
    await email.confirm(actor, origin, body.code);
    return profile.profileOf(actor);
  }),
  route(changePassword, async ({ actor, origin, body, setCookie }) => {
    setCookie(await accounts.changePassword(actor, origin, body.password));
    return done;
  }),
  route(downloadData, async ({ actor, origin, setHeader }) => {
    const data = await accounts.download(actor, origin);
    const name = accountsTexts.downloadName(dayIn(actor.timeZone, new Date(String(data['exportedAt']))));
    setHeader('content-disposition', `attachment; filename="${name}"`);
    return data;
  }),
  route(deleteAccount, async ({ actor, origin, body }) => {
    await accounts.delete(actor, origin, body.confirmation);
    return done;
  }),
];
