import type { Announcements, ScreenReaderInstructions, UniqueIdentifier } from '@dnd-kit/core';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../../../api/failure';
import { useErrorText } from '../../../i18n/useErrorText';
import { useFileIssueText } from '../../../ui/file/useFileIssueText';
import type { Announcement, Problem } from '../imageEditorState';
import { type ImageItem, maxImages } from '../imageItems';
import { isOffline } from '../upload/uploadFailure';

export function useImageTexts() {
  const { t } = useTranslation('images');
  const { failureText } = useErrorText();
  const faultText = useFileIssueText();
  const reasonText = (failure: Failure) => (isOffline(failure) ? t('offline') : failureText(failure));
  return {
    reasonText,
    countText: (count: number) => t('count', { count, most: maxImages }),
    announcementText: (announcement: Announcement): string => {
      switch (announcement.kind) {
        case 'added':
          return t('announcement.added', { count: announcement.count });
        case 'restored':
          return t('announcement.restored', { count: announcement.count });
        case 'uploaded':
          return t('announcement.uploaded', { count: announcement.count });
        case 'moved':
          return t('announcement.moved', { position: announcement.position, total: announcement.total });
        case 'rotated':
          return t('announcement.rotated');
        case 'removed':
          return t('announcement.deleted');
      }
    },
    problemText: (problem: Problem): string => {
      switch (problem.kind) {
        case 'rejected': {
          const reason = faultText(problem.fault, 'image');
          return t('problem.refused', { names: joinNames(problem.names), reason });
        }
        case 'tooMany':
          return t('problem.tooMany');
        case 'rotate':
          return t('problem.rotate', { reason: reasonText(problem.failure) });
        case 'delete':
          return t('problem.delete', { reason: reasonText(problem.failure) });
        case 'order':
          return t('problem.order', { reason: reasonText(problem.failure) });
      }
    },
  };
}

const maxNames = 5;
const joinNames = (names: readonly string[]): string =>
  names.length > maxNames ? `${names.slice(0, maxNames).join(', ')} …` : names.join(', ');

/** The texts of dnd-kit for screen readers. */
export function useDragTexts(items: readonly ImageItem[]): {
  announcements: Announcements;
  screenReaderInstructions: ScreenReaderInstructions;
} {
  const { t } = useTranslation('images');
  const hasMoved = useRef(false);
  const positionOf = (id: UniqueIdentifier) => ({
    position: items.findIndex(({ key }) => key === id) + 1,
    total: items.length,
  });
  return {
    announcements: {
      onDragStart: ({ active }) => {
        hasMoved.current = false;
        return t('drag.start', positionOf(active.id));
      },
      onDragOver: ({ active, over }) => {
        // The drag begins over the image itself, whose position `onDragStart` has announced.
        if (!over || (over.id === active.id && !hasMoved.current)) return;
        hasMoved.current = true;
        return t('drag.over', positionOf(over.id));
      },
      onDragEnd: ({ active, over }) => t('drag.end', positionOf((over ?? active).id)),
      onDragCancel: ({ active }) => t('drag.cancel', positionOf(active.id)),
    },
    screenReaderInstructions: { draggable: t('drag.instructions') },
  };
}
