import { AuthReset } from '#features/auth/sign-in/auth-reset.tsx';
import { useLocation } from '@tanstack/react-router';

/** `/reset-password`, where the link of the mail leads. */
export default function ResetPasswordPage() {
  const token = useLocation({ select: ({ state }) => state.resetToken });
  return <AuthReset token={token ?? ''} />;
}
