//! The pictures of a listing: added, turned, put in order and taken out.

use std::path::PathBuf;

use portal_domain::audit::AuditAction;
use portal_domain::ids::{ImageId, ListingId};
use portal_domain::image::{Image, MAX_IMAGES, Rotation};
use portal_domain::listing::ListingError;
use portal_domain::policy::Actor;

use super::{ListingView, get_managed, read::get_own};
use crate::audit;
use crate::error::ServiceError;
use crate::outbox;
use crate::ports::Ports;

/// Adds pictures at the end, all of them or none.
pub async fn add_images(
    ports: &Ports,
    actor: Actor,
    id: ListingId,
    files: Vec<PathBuf>,
) -> Result<Vec<Image>, ServiceError> {
    let mut work = ports.store.begin().await?;
    let listing = get_managed(work.as_mut(), actor, id).await?;
    drop(work);
    if listing.images.len() + files.len() > MAX_IMAGES {
        return Err(ListingError::TooManyImages.into());
    }
    let mut masters = Vec::with_capacity(files.len());
    for (index, file) in files.iter().enumerate() {
        masters.push(ports.pictures.prepare(file).await.map_err(|source| ServiceError::File { index, source })?);
    }
    let images: Vec<Image> = masters.iter().map(|_| new_image(ports)).collect();
    let guards = outbox::guard_files(ports, images.iter().map(|image| image.location.clone())).await?;
    for (image, master) in images.iter().zip(masters) {
        ports.pictures.store(&image.location, master).await?;
    }

    let mut work = ports.store.begin().await?;
    let mut listing = get_managed(work.as_mut(), actor, id).await?;
    listing.add_images(images.clone(), ports.clock.now())?;
    work.listings().save(&listing).await?;
    outbox::keep_files(work.as_mut(), guards).await?;
    audit::record(ports, work.as_mut(), actor, AuditAction::ListingImagesChanged, id).await?;
    work.commit().await?;
    for image in &images {
        ports.pictures.convert_ahead(&image.location);
    }
    Ok(images)
}

/// Turns a picture, which gives it a new location.
pub async fn rotate_image(
    ports: &Ports,
    actor: Actor,
    listing_id: ListingId,
    image_id: ImageId,
    rotation: Rotation,
) -> Result<Image, ServiceError> {
    let mut work = ports.store.begin().await?;
    let listing = get_managed(work.as_mut(), actor, listing_id).await?;
    drop(work);
    let before = listing.images.into_iter().find(|image| image.id == image_id).ok_or(ServiceError::ImageNotFound)?;
    let location = new_image(ports).location;
    let guards = outbox::guard_files(ports, [location.clone()]).await?;
    ports.pictures.rotate(&before.location, &location, rotation).await?;

    let now = ports.clock.now();
    let mut work = ports.store.begin().await?;
    let mut listing = get_managed(work.as_mut(), actor, listing_id).await?;
    let replaced = listing.replace_image(image_id, location.clone(), now)?;
    if replaced != before.location {
        // Somebody else turned it meanwhile; our turn of the older picture would undo theirs.
        return Err(ListingError::Stale.into());
    }
    work.listings().save(&listing).await?;
    outbox::discard_files(ports, work.as_mut(), [replaced]).await?;
    outbox::keep_files(work.as_mut(), guards).await?;
    audit::record(ports, work.as_mut(), actor, AuditAction::ListingImagesChanged, listing_id).await?;
    work.commit().await?;
    ports.pictures.convert_ahead(&location);
    Ok(Image { id: image_id, location })
}

/// Puts the pictures in this order; the first is the listing's face.
pub async fn reorder_images(
    ports: &Ports,
    actor: Actor,
    id: ListingId,
    order: Vec<ImageId>,
) -> Result<ListingView, ServiceError> {
    let mut work = ports.store.begin().await?;
    let mut listing = get_managed(work.as_mut(), actor, id).await?;
    listing.reorder_images(&order, ports.clock.now())?;
    work.listings().save(&listing).await?;
    audit::record(ports, work.as_mut(), actor, AuditAction::ListingImagesChanged, id).await?;
    work.commit().await?;
    get_own(ports, actor, id).await
}

/// Takes a picture out; an available listing keeps its last one.
pub async fn remove_image(
    ports: &Ports,
    actor: Actor,
    listing_id: ListingId,
    image_id: ImageId,
) -> Result<(), ServiceError> {
    let now = ports.clock.now();
    let mut work = ports.store.begin().await?;
    let mut listing = get_managed(work.as_mut(), actor, listing_id).await?;
    let image = listing.remove_image(image_id, now)?;
    work.listings().save(&listing).await?;
    outbox::discard_files(ports, work.as_mut(), [image.location]).await?;
    audit::record(ports, work.as_mut(), actor, AuditAction::ListingImagesChanged, listing_id).await?;
    work.commit().await?;
    Ok(())
}

fn new_image(ports: &Ports) -> Image {
    let id = ports.identifiers.next();
    Image { id: ImageId(id), location: format!("/{}.jpg", id.simple()) }
}

#[cfg(test)]
mod tests;
