import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { Button, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCopy, IconRefresh } from '@tabler/icons-react';
import type { InvitationLink } from '@trace/contract/companies/companies.schema';
import { companySettingsTexts as texts } from '@trace/contract/companies/companies.settings.texts';
import classes from './companies-invitation-link.module.css';
import { copyLink, useMakeLink } from './companies-link-actions.ts';

/** The link to copy, and a button for a new link. A new link needs confirmation, because the current link ends. */
export function CompaniesLinkField({ companyId, link }: { companyId: string; link: InvitationLink }) {
  const [isAsking, question] = useDisclosure(false);
  const making = useMakeLink(companyId);
  return (
    <>
      <TextInput
        readOnly
        aria-label={texts.linkTitle}
        value={link.url}
        classNames={{ input: classes.url ?? '' }}
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className={classes.buttons}>
        <Button leftSection={<IconCopy size={17} stroke={1.7} />} onClick={() => void copyLink(link.url)}>
          {texts.copyLink}
        </Button>
        <Button variant="default" leftSection={<IconRefresh size={17} stroke={1.7} />} onClick={question.open}>
          {texts.newLink}
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        title={texts.newLinkTitle}
        confirmLabel={texts.newLink}
        isWorking={making.isPending}
        onConfirm={() => making.mutate(undefined, { onSettled: question.close })}
        onClose={question.close}
      >
        {texts.newLinkText}
      </ConfirmDialog>
    </>
  );
}
