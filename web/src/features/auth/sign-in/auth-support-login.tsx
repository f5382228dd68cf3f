import { paths } from '#lib/paths.ts';
import { Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Person } from '@trace/contract/auth/auth.schema';
import { supportStaffTexts } from '@trace/contract/support-staff/support-staff.texts';
import { AuthFrame } from './auth-frame.tsx';
import { AuthSignInForm } from './auth-sign-in-form.tsx';
import { useSignOut } from '../auth.queries.ts';

/** The support staff's own door (SUPL-01); `person` is who is signed in already. */
export function AuthSupportLogin({ person }: { person: Person | null }) {
  return (
    <AuthFrame
      title={supportStaffTexts.loginTitle}
      foot={<Link to={paths.landing}>{supportStaffTexts.mainLogin}</Link>}
    >
      {person?.userType === 'staff' ? (
        <SignedInStaff {...person} />
      ) : (
        <AuthSignInForm wanted="staff" label={supportStaffTexts.signIn} />
      )}
    </AuthFrame>
  );
}

function SignedInStaff({ firstName, lastName, email }: Person) {
  const { signOut, isSigningOut } = useSignOut();
  const name = `${firstName} ${lastName}`.trim() || email;
  return (
    <>
      <Text mb="md">{supportStaffTexts.signedInAs(name)}</Text>
      <Button onClick={signOut} loading={isSigningOut}>
        {supportStaffTexts.signOut}
      </Button>
    </>
  );
}
