import { SearchField } from '#ui/controls/search-field.tsx';
import { Age } from '#ui/data/age.tsx';
import { RowCard } from '#ui/data/table/row-cards.tsx';
import { Dialog } from '#ui/dialogs/dialog.tsx';
import { IconMessageOff } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { operationsRules } from '@trace/contract/operations/operations.rules';
import { operationsTexts as texts } from '@trace/contract/operations/operations.texts';
import { useState } from 'react';
import { PagedList } from './operations-list.tsx';
import classes from './operations-list.module.css';
import { quarantineQuery } from './operations.queries.ts';

interface QuarantineDialogProps {
  isOpen: boolean;
  onClose: () => void;
}

/** The device messages that could not be stored, each with its reason and without its content. */
export function OperationsQuarantineDialog({ isOpen, onClose }: QuarantineDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      title={texts.parts.quarantine}
      text={texts.quarantineIntro}
      size="lg"
      isTall
      onClose={onClose}
    >
      <Messages onClose={onClose} />
    </Dialog>
  );
}

function Messages({ onClose }: { onClose: () => void }) {
  const [search, setSearch] = useState('');
  const query = useInfiniteQuery(quarantineQuery(search));
  const messages = query.data?.pages.flatMap((page) => page.messages) ?? [];
  return (
    <>
      <div className={classes.filters}>
        <SearchField
          label={texts.quarantineSearch}
          maxLength={operationsRules.searchMaxLength}
          className={classes.search}
          onSearch={setSearch}
        />
      </div>
      <PagedList
        label={texts.parts.quarantine}
        query={query}
        icon={IconMessageOff}
        empty={search === '' ? texts.noQuarantine : texts.noQuarantineFound}
        onClose={onClose}
        rows={messages.map(({ id, serialNumber, kind, reason, sizeBytes, receivedAt }) => (
          <RowCard key={id} className={classes.row}>
            <div className={classes.main}>
              <p className={classes.title}>{serialNumber}</p>
              <p className={classes.sub}>{reason}</p>
            </div>
            <p className={classes.facts}>
              {kind} · {texts.bytes(sizeBytes)} · <Age at={receivedAt} />
            </p>
          </RowCard>
        ))}
      />
    </>
  );
}
