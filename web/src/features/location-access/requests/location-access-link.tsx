import { paths } from '#lib/paths.ts';
import { LinkCard } from '#ui/layout/link-card.tsx';
import { IconEye } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { accessLinkTexts as texts } from '@trace/contract/location-access/location-access.link.texts';
import { accessQuery } from '../location-access.queries.ts';

/**
 * The way to the ledger; says how many can see the person right now. During the person's own incident panic contacts
 * see the location too (PANIC-07).
 */
export function LocationAccessLink({ isEmergency }: { isEmergency: boolean }) {
  const { data } = useQuery(accessQuery);
  const seenBy = data?.given.length ?? 0;
  return (
    <LinkCard
      to={paths.userLooks}
      icon={IconEye}
      isAmber={isEmergency || seenBy > 0}
      title={texts.ledger}
      note={isEmergency ? texts.emergency : data && (seenBy === 0 ? texts.nobodyNow : texts.seenBy(seenBy))}
    />
  );
}
