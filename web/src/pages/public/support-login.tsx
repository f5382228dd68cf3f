import { useUnsubscribePush } from '#features/alerts/alerts-push-unsubscribe.ts';
import { AuthSupportLogin } from '#features/auth/sign-in/auth-support-login.tsx';
import { AuthUnreachable } from '#features/auth/sign-in/auth-unreachable.tsx';
import { useSession } from '#lib/session/session.ts';
import { LoadingText } from '#ui/layout/loading-text.tsx';
import { useDocumentTitle } from '@mantine/hooks';
import { supportStaffTexts } from '@trace/contract/support-staff/support-staff.texts';

/** The address `/support-login`. */
export default function SupportLoginPage() {
  useDocumentTitle(`${supportStaffTexts.loginTitle} · Trace`);
  const session = useSession();
  useUnsubscribePush(session.state === 'signed-in' && session.person.userType === 'staff');
  if (session.state === 'loading') return <LoadingText />;
  if (session.state === 'failed') return <AuthUnreachable error={session.error} onRetry={session.retry} />;
  return <AuthSupportLogin person={session.state === 'signed-in' ? session.person : null} />;
}
