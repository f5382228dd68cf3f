import { AuthKeepSecondStep } from '#features/auth/factors/auth-keep-second-step.tsx';
import { useLocation } from '@tanstack/react-router';

/** `/keep-second-step`, where the link of the mail leads. */
export default function KeepSecondStepPage() {
  const token = useLocation({ select: ({ state }) => state.removalToken });
  return <AuthKeepSecondStep token={token ?? ''} />;
}
