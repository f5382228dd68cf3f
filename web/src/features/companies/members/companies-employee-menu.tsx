import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { ActionIcon, Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconMailForward, IconTrash, IconUserMinus, type TablerIcon } from '@tabler/icons-react';
import type { Company, Member } from '@trace/contract/companies/companies.schema';
import { companySettingsTexts as texts } from '@trace/contract/companies/companies.settings.texts';
import { companiesTexts } from '@trace/contract/companies/companies.texts';
import { useRemind, useRemoveMember } from './companies-employee-actions.ts';
import classes from './companies-employees.module.css';
import { CompaniesHandOverDialog } from './companies-hand-over-dialog.tsx';

interface EmployeeMenuProps {
  company: Company;
  member: Member;
  members: readonly Member[];
}

/**
 * The owner's actions for a row. The owner's own row offers the ownership transfer and no removal (COMP-05 COMP-08).
 */
export function CompaniesEmployeeMenu(props: EmployeeMenuProps) {
  return (
    <div className={classes.actions}>
      {props.member.status === 'owner' ? <HandOverButton {...props} /> : <RowButtons {...props} />}
    </div>
  );
}

function HandOverButton({ company, members }: EmployeeMenuProps) {
  const [isOpen, dialog] = useDisclosure(false);
  return (
    <>
      <Button variant="subtle" size="sm" className={classes.handOver ?? ''} onClick={dialog.open}>
        {texts.handOver}
      </Button>
      <CompaniesHandOverDialog
        company={company}
        candidates={members.filter(({ status }) => status === 'accepted')}
        isOpen={isOpen}
        onClose={dialog.close}
      />
    </>
  );
}

/** Removes an accepted employee, resends or withdraws a pending invitation, clears a declined invitation. */
function RowButtons({ company, member }: EmployeeMenuProps) {
  const [isAsking, question] = useDisclosure(false);
  const removing = useRemoveMember(company.id);
  const reminding = useRemind(company.id);
  const who = shownName(member);
  const remove = () => removing.mutate(member, { onSettled: question.close });
  if (member.status === 'declined') {
    return (
      <RowButton
        icon={IconTrash}
        title={texts.clear}
        label={texts.clearOf(who)}
        isWorking={removing.isPending}
        onClick={remove}
      />
    );
  }
  const words = questionOf(member, company.name);
  return (
    <>
      {member.status === 'pending' && (
        <RowButton
          icon={IconMailForward}
          title={texts.remind}
          label={texts.remindOf(who)}
          isWorking={reminding.isPending}
          onClick={() => reminding.mutate(member)}
        />
      )}
      <RowButton icon={words.icon} title={words.confirm} label={words.label} onClick={question.open} />
      <ConfirmDialog
        isOpen={isAsking}
        title={words.title}
        confirmLabel={words.confirm}
        isWorking={removing.isPending}
        onConfirm={remove}
        onClose={question.close}
      >
        {words.text}
      </ConfirmDialog>
    </>
  );
}

/** Returns the name, or the email address when the name is unknown. */
const shownName = ({ name, email }: Member): string => (name === companiesTexts.unknownName ? email : name);

function questionOf(member: Member, company: string) {
  const who = shownName(member);
  if (member.status === 'pending') {
    return {
      icon: IconTrash,
      title: texts.withdrawTitle,
      text: texts.withdrawText(who),
      confirm: texts.withdraw,
      label: texts.withdrawOf(who),
    };
  }
  return {
    icon: IconUserMinus,
    title: texts.removeTitle(who),
    text: texts.removeText(who, company, member.devices),
    confirm: texts.remove,
    label: texts.removeOf(who),
  };
}

interface RowButtonProps {
  icon: TablerIcon;
  title: string;
  label: string;
  isWorking?: boolean;
  onClick: () => void;
}

function RowButton({ icon: Icon, title, label, isWorking = false, onClick }: RowButtonProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={36}
      className={classes.icon ?? ''}
      aria-label={label}
      title={title}
      loading={isWorking}
      onClick={onClick}
    >
      <Icon size={18} stroke={1.6} />
    </ActionIcon>
  );
}
