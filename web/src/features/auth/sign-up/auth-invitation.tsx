import { AmberNotice } from '#ui/layout/amber-notice.tsx';
import { Button } from '@mantine/core';
import { entryTexts } from '@trace/contract/auth/sign-up/auth.entry.texts';
import { signUpTexts } from '@trace/contract/auth/sign-up/auth.sign-up.texts';
import classes from './auth-invitation.module.css';
import type { Invitation } from './auth.sign-up.queries.ts';

/** Shows the state of the invitation in the address: its company, or that the invitation has ended (AUTH-02). */
export function AuthInvitation({ invitation }: { invitation: Invitation }) {
  switch (invitation.state) {
    case 'none':
    case 'loading':
      return null;
    case 'known':
      return (
        <div className={classes.company}>
          {invitation.logo !== null && <img src={invitation.logo} alt="" className={classes.logo} />}
          <p>{entryTexts.invitedBy(invitation.company)}</p>
        </div>
      );
    case 'ended':
      return (
        <div className={classes.notice}>
          <AmberNotice label={signUpTexts.joinCompany}>
            <span role="status">{signUpTexts.invitationEnded}</span>
          </AmberNotice>
        </div>
      );
    case 'unchecked':
      return (
        <div className={classes.notice}>
          <AmberNotice
            label={signUpTexts.joinCompany}
            actions={
              <Button variant="default" onClick={invitation.retry}>
                {entryTexts.tryAgain}
              </Button>
            }
          >
            <span role="status">{entryTexts.invitationUnchecked}</span>
          </AmberNotice>
        </div>
      );
  }
}
