import { formatDay, formatExact } from '#lib/format.ts';
import { useNow } from '#lib/now.ts';
import { formatSize } from '#lib/format-size.ts';
import { DataTable } from '#ui/data/table/data-table.tsx';
import { RowCard, RowCardFacts, RowCardHead, RowCards } from '#ui/data/table/row-cards.tsx';
import { useIsNarrow } from '#ui/is-phone.ts';
import { Badge, Table } from '@mantine/core';
import { firmwareScreenTexts } from '@trace/contract/firmware/staff/firmware.screen.texts';
import type { Release, Rollout } from '@trace/contract/firmware/staff/firmware.staff.schema';
import {
  FirmwareFileActions,
  inUseReason,
  isExpired,
  publishReason,
  rollOutReason,
  type OnReleaseAction,
} from './firmware-file-actions.tsx';
import classes from './firmware-files.module.css';

const texts = firmwareScreenTexts.list;
const colors = { draft: 'amber', published: 'green', withdrawn: 'gray' } as const;

interface FirmwareFilesRowsProps {
  releases: readonly Release[];
  rollouts: readonly Rollout[];
  onAction: OnReleaseAction;
}

/** The rows of the list, cards on a narrow screen. */
export function FirmwareFilesRows({ releases, rollouts, onAction }: FirmwareFilesRowsProps) {
  if (useIsNarrow()) {
    return (
      <RowCards label={texts.table}>
        {releases.map((release) => (
          <ReleaseCard key={release.id} release={release} rollouts={rollouts} onAction={onAction} />
        ))}
      </RowCards>
    );
  }
  return (
    <DataTable minWidth={820} label={texts.table} isDense endsInActions>
      <Table.Thead>
        <Table.Tr>
          {[texts.name, texts.version, texts.size, texts.uploaded, texts.type, texts.actions].map((head) => (
            <Table.Th key={head}>{head}</Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {releases.map((release) => (
          <Table.Tr key={release.id}>
            <Table.Td>
              <Name release={release} />
            </Table.Td>
            <Table.Td>
              <span className={classes.badges}>
                <Badge color="petrol">{release.version}</Badge>
                <State release={release} />
              </span>
            </Table.Td>
            <Table.Td className={classes.number ?? ''}>{formatSize(release.sizeBytes)}</Table.Td>
            <Table.Td>
              <Uploaded release={release} />
            </Table.Td>
            <Table.Td className={classes.type ?? ''}>{release.type}</Table.Td>
            <Table.Td>
              <FirmwareFileActions release={release} rollouts={rollouts} onAction={onAction} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </DataTable>
  );
}

interface ReleaseCardProps {
  release: Release;
  rollouts: readonly Rollout[];
  onAction: OnReleaseAction;
}

function ReleaseCard({ release, rollouts, onAction }: ReleaseCardProps) {
  const now = useNow('halfMinute');
  const reasons = [publishReason(release, now), rollOutReason(release, rollouts, now), inUseReason(release)].filter(
    (reason) => reason !== null,
  );
  return (
    <RowCard>
      <RowCardHead>
        <Name release={release} />
        <State release={release} />
      </RowCardHead>
      <RowCardFacts>
        <span>
          {texts.version} {release.version}, {formatSize(release.sizeBytes)}, {release.type}
        </span>
        <Uploaded release={release} />
      </RowCardFacts>
      {reasons.map((reason) => (
        <p key={reason} className={classes.reason}>
          {reason}
        </p>
      ))}
      <FirmwareFileActions release={release} rollouts={rollouts} onAction={onAction} />
    </RowCard>
  );
}

function Name({ release: { name, model, chip, channel, sequence } }: { release: Release }) {
  return (
    <span className={classes.file}>
      <span className={classes.mono}>{name}</span>
      <span className={classes.dimmed}>
        {texts.details(model, chip, firmwareScreenTexts.channels[channel].toLowerCase(), sequence)}
      </span>
    </span>
  );
}

function State({ release }: { release: Release }) {
  const { state } = release;
  return isExpired(release, useNow('halfMinute')) ? (
    <Badge color="red">{texts.expired}</Badge>
  ) : (
    <Badge color={colors[state]}>{texts.states[state]}</Badge>
  );
}

function Uploaded({ release: { uploadedAt } }: { release: Release }) {
  return (
    <time dateTime={uploadedAt} title={formatExact(uploadedAt)} className={classes.number}>
      {formatDay(uploadedAt, useNow('halfMinute'))}
    </time>
  );
}
