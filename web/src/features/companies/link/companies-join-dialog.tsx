import { api, failureWords, isRefusal } from '#lib/http/api.ts';
import { Dialog, DialogActions } from '#ui/dialogs/dialog.tsx';
import { LoadingText } from '#ui/layout/loading-text.tsx';
import { showToast } from '#ui/dialogs/toast.tsx';
import { usePerson } from '#lib/session/session.ts';
import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { joinCompany } from '@trace/contract/companies/companies.api';
import { previewJoin } from '@trace/contract/companies/companies.customers.api';
import { joinTexts } from '@trace/contract/companies/companies.join.texts';
import type { AnswerOf } from '@trace/contract/kernel/endpoint';
import { useEffect, useRef } from 'react';
import classes from './companies-join-dialog.module.css';
import { reloadCompanies } from '../companies.queries.ts';

interface JoinDialogProps {
  token: string;
  /** Called when the invitation is answered or cannot be answered. */
  onClose: () => void;
}

/** LAND-02: asks a signed-in user with an invitation link in the user's own area. */
export default function CompaniesJoinDialog({ token, onClose }: JoinDialogProps) {
  const invitation = useQuery({
    queryKey: ['companies', 'invitation', token],
    queryFn: ({ signal }) => api.call(previewJoin, { body: { token } }, { signal }),
  });
  const company = invitation.data;
  return (
    <Dialog isOpen title={titleOf(company)} onClose={onClose}>
      {company?.belongsTo && <Belongs name={company.name} belongsTo={company.belongsTo} onClose={onClose} />}
      {company && !company.belongsTo && <Question token={token} company={company} onClose={onClose} />}
      {invitation.isPending && <LoadingText>{joinTexts.loading}</LoadingText>}
      {invitation.error && (
        <NoInvitation error={invitation.error} onRetry={() => void invitation.refetch()} onClose={onClose} />
      )}
    </Dialog>
  );
}

type Preview = AnswerOf<typeof previewJoin>;

function titleOf(company: Preview | undefined): string {
  if (!company) return joinTexts.unknownTitle;
  return company.belongsTo?.isSameCompany ? company.name : joinTexts.title(company.name);
}

interface BelongsProps extends Pick<JoinDialogProps, 'onClose'> {
  name: string;
  belongsTo: NonNullable<Preview['belongsTo']>;
}

/** COMP-10: tells people who belong to a company already, such as an owner with the company's own link. */
function Belongs({ name, belongsTo, onClose }: BelongsProps) {
  const closeButton = useLateFocus();
  const { relation, isSameCompany } = belongsTo;
  return (
    <>
      <p className={classes.text}>
        {isSameCompany ? joinTexts.alreadyIn[relation](name) : joinTexts.elsewhere[relation](belongsTo.name, name)}
      </p>
      <DialogActions>
        <Button ref={closeButton} onClick={onClose}>
          {joinTexts.close}
        </Button>
      </DialogActions>
    </>
  );
}

interface QuestionProps extends JoinDialogProps {
  company: { name: string; logo: string | null };
}

function Question({ token, company, onClose }: QuestionProps) {
  const { userType } = usePerson();
  const join = useJoin(token, onClose);
  const joinButton = useLateFocus();
  const isInstaller = userType === 'installer';
  return (
    <>
      <div className={classes.text}>
        {company.logo !== null && <img src={company.logo} alt="" className={classes.logo} />}
        <p>{isInstaller ? joinTexts.asInstaller(company.name) : joinTexts.asUser(company.name)}</p>
      </div>
      {join.error && (
        <p role="alert" className={classes.refused}>
          {failureWords(join.error, joinTexts.failed)}
        </p>
      )}
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {joinTexts.notNow}
        </Button>
        <Button ref={joinButton} onClick={() => join.mutate()} loading={join.isPending}>
          {joinTexts.join}
        </Button>
      </DialogActions>
    </>
  );
}

function NoInvitation({ error, onRetry, onClose }: { error: Error; onRetry: () => void; onClose: () => void }) {
  const closeButton = useLateFocus();
  const isOver = isRefusal(error, 'not_found') || isRefusal(error, 'invalid_input');
  return (
    <>
      <p role="alert" className={classes.refused}>
        {isOver ? joinTexts.ended : failureWords(error, joinTexts.unchecked)}
      </p>
      <DialogActions>
        {!isOver && (
          <Button variant="default" onClick={onRetry}>
            {joinTexts.tryAgain}
          </Button>
        )}
        <Button ref={closeButton} onClick={onClose}>
          {joinTexts.close}
        </Button>
      </DialogActions>
    </>
  );
}

/** Focuses the button late: the dialog opened before the server's answer, without a button to focus. */
function useLateFocus() {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return button;
}

function useJoin(token: string, onJoined: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api.call(joinCompany, { body: { token } }),
    meta: { isFailureShownInPlace: true },
    onSuccess: async ({ name, relation }) => {
      onJoined();
      showToast({ tone: 'done', about: 'company', text: joinTexts.joined(name, relation) });
      await reloadCompanies(queryClient);
    },
  });
}
