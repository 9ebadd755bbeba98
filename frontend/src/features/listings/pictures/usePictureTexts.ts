import type { Announcements, ScreenReaderInstructions, UniqueIdentifier } from '@dnd-kit/core';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../../../api/failure';
import { useErrorText } from '../../../i18n/useErrorText';
import { useFaultText } from '../../../ui/file/useFaultText';
import type { News, Problem } from './pictureNews';
import { mostPictures, type PictureItem } from './pictureItems';
import { isOffline } from './uploadFailure';

/** What is said about the pictures of a listing, in the reader's language. */
export function usePictureTexts() {
  const { t } = useTranslation('pictures');
  const { failureText } = useErrorText();
  const faultText = useFaultText();
  const reasonOf = (failure: Failure) => (isOffline(failure) ? t('offline') : failureText(failure));
  return {
    reasonOf,
    countOf: (count: number) => t('count', { count, most: mostPictures }),
    newsText: (news: News): string => {
      switch (news.kind) {
        case 'added':
          return t('news.added', { count: news.count });
        case 'restored':
          return t('news.restored', { count: news.count });
        case 'uploaded':
          return t('news.uploaded', { count: news.count });
        case 'moved':
          return t('news.moved', { position: news.position, total: news.total });
        case 'turned':
          return t('news.turned');
        case 'removed':
          return t('news.removed');
      }
    },
    problemText: (problem: Problem): string => {
      switch (problem.kind) {
        case 'refused': {
          const { fault, names } = problem;
          const reason = faultText(fault, 'image');
          return t('problem.refused', { names: listed(names), reason });
        }
        case 'tooMany':
          return t('problem.tooMany');
        case 'turn':
          return t('problem.turn', { reason: reasonOf(problem.failure) });
        case 'remove':
          return t('problem.remove', { reason: reasonOf(problem.failure) });
        case 'order':
          return t('problem.order', { reason: reasonOf(problem.failure) });
      }
    },
  };
}

/** Enough names to recognise the files by. */
const mostNames = 5;
const listed = (names: readonly string[]): string =>
  names.length > mostNames ? `${names.slice(0, mostNames).join(', ')} …` : names.join(', ');

/** What is said while a picture is dragged, above all by the keyboard. */
export function useDragTexts(items: readonly PictureItem[]): {
  announcements: Announcements;
  screenReaderInstructions: ScreenReaderInstructions;
} {
  const { t } = useTranslation('pictures');
  const moved = useRef(false);
  const at = (id: UniqueIdentifier) => ({
    position: items.findIndex(({ key }) => key === id) + 1,
    total: items.length,
  });
  return {
    announcements: {
      onDragStart: ({ active }) => {
        moved.current = false;
        return t('drag.start', at(active.id));
      },
      onDragOver: ({ active, over }) => {
        // At first a picture is over its own place, which has just been said.
        if (!over || (over.id === active.id && !moved.current)) return;
        moved.current = true;
        return t('drag.over', at(over.id));
      },
      onDragEnd: ({ active, over }) => t('drag.end', at((over ?? active).id)),
      onDragCancel: ({ active }) => t('drag.cancel', at(active.id)),
    },
    screenReaderInstructions: { draggable: t('drag.instructions') },
  };
}
