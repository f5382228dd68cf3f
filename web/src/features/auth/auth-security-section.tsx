import { AuthPasskeysCard } from './factors/auth-passkeys-card.tsx';
import { AuthSecondFactorCard } from './factors/auth-second-factor-card.tsx';

/** How a person signs in beyond the password (AUTH-15): the parts of the settings pages. */
export function AuthSecuritySection() {
  return (
    <>
      <AuthSecondFactorCard />
      <AuthPasskeysCard />
    </>
  );
}
