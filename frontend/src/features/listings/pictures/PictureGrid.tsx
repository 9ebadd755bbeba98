import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { rectSortingStrategy, SortableContext } from '@dnd-kit/sortable';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { gridCoordinates } from './gridCoordinates';
import type { PictureItem } from './pictureItems';
import styles from './PictureGrid.module.css';
import { PictureTile } from './PictureTile';
import { useDragTexts } from './usePictureTexts';
import type { Pictures } from './usePictures';
import { lazyPart } from '../../../ui/lazy/lazyPart';
import { overlay } from '../../../ui/lazy/PartFailure';

const RemovePictureDialog = lazyPart(
  () => import('./RemovePictureDialog').then((module) => module.RemovePictureDialog),
  overlay,
);

type PictureGridProps = {
  pictures: Pictures;
  /** The last picture is gone, and the focus with it. */
  onEmpty: () => void;
};

/** The pictures in their order, which is changed by dragging, by keyboard or by buttons. */
export function PictureGrid({ pictures, onEmpty }: PictureGridProps) {
  const { t } = useTranslation('pictures');
  const { items } = pictures;
  const [asked, setAsked] = useState<PictureItem>();
  const list = useRef<HTMLUListElement>(null);
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    // Held for a moment first, because a finger that moves at once scrolls the page.
    useSensor(TouchSensor, { activationConstraint: { delay: 200, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter: gridCoordinates }),
  );

  const drop = ({ active, over }: DragEndEvent) => {
    const index = items.findIndex(({ key }) => key === over?.id);
    if (index >= 0 && active.id !== over?.id) pictures.move(String(active.id), index);
  };
  const remove = async (item: PictureItem) => {
    const index = items.indexOf(item);
    await pictures.remove(item.key);
    // What had the focus is gone: the picture that has moved up gets it.
    requestAnimationFrame(() => {
      if (document.activeElement !== document.body) return;
      const handles = list.current?.querySelectorAll<HTMLElement>('[data-handle]') ?? [];
      const next = handles[Math.min(index, handles.length - 1)];
      if (next) next.focus();
      else onEmpty();
    });
  };

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={useDragTexts(items)}
      onDragEnd={drop}
    >
      <SortableContext items={items.map(({ key }) => key)} strategy={rectSortingStrategy}>
        <ul ref={list} className={styles.grid} aria-label={t('list')}>
          {items.map((item, index) => (
            <PictureTile
              key={item.key}
              item={item}
              position={index + 1}
              total={items.length}
              onMove={(to) => pictures.move(item.key, to - 1)}
              onTurn={(direction) => void pictures.turn(item.key, direction)}
              onRetry={() => void pictures.retry(item.key)}
              onRemove={() => (item.kind === 'stored' ? setAsked(item) : void remove(item))}
            />
          ))}
        </ul>
      </SortableContext>
      {asked && (
        <RemovePictureDialog
          onConfirm={() => {
            setAsked(undefined);
            void remove(asked);
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
    </DndContext>
  );
}
