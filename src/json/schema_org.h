#pragma once

#include <algorithm>
#include <array>
#include <string_view>

// The properties of schema.org whose range has URL in it, as the types of schema-dts 2.1.0 have them: a table, sorted
// so that it can be searched. `target` and `urlTemplate`, which may be URI Templates, have steps of their own
// (finder.cc).

namespace absolve::json::schema_org {

// clang-format off

/// A string in their place is a URL: nothing else is in their range, or only what has a URL, as an image does.
inline constexpr auto urls = std::to_array<std::string_view>({
    "acquireLicensePage", "archivedAt", "benefitsSummaryUrl", "codeRepository", "colorSwatch", "contentUrl",
    "discussionUrl", "downloadUrl", "embedUrl", "hasGS1DigitalLink", "hasMap", "healthPlanMarketingUrl", "image",
    "installUrl", "isBasedOnUrl", "labelDetails", "layoutImage", "logo", "mainEntityOfPage", "map", "maps",
    "merchantReturnLink", "originalMediaLink", "paymentUrl", "prescribingInfo", "productReturnLink", "relatedLink",
    "replyToUrl", "sameAs", "screenshot", "serviceUrl", "shippingSettingsLink", "significantLink",
    "significantLinks", "targetUrl", "thumbnailUrl", "tourBookingPage", "trackingUrl", "url",
});

/// A string in their place may be a text or a name, too: it is a URL only where it looks like one. (`item` has no URL in
/// its range; lists of breadcrumbs have one there all the same. Of keywords, categories and times, which have URL in
/// theirs, no shape tells one.)
inline constexpr auto names_or_urls = std::to_array<std::string_view>({
    "acceptsReservations", "actionPlatform", "actionableFeedbackPolicy", "additionalType", "afterMedia",
    "applicationCategory", "applicationSubCategory", "artMedium", "artform", "artworkSurface", "asin",
    "associatedDisease", "bankAccountType", "beforeMedia", "bodyType", "childTaxon", "colleague",
    "competencyRequired", "constraintProperty", "consumerNotice", "correction", "correctionsPolicy", "courseMode",
    "credentialCategory", "diseasePreventionInfo", "diseaseSpreadStatistics", "diversityPolicy",
    "diversityStaffingReport", "documentation", "duringMedia", "editEIDR", "educationalCredentialAwarded",
    "educationalLevel", "educationalProgramMode", "encodingFormat", "engineType", "ethicsPolicy", "featureList",
    "feesAndCommissionsSpecification", "fileFormat", "fuelType", "gameLocation", "gamePlatform", "genre",
    "gettingTestedInfo", "gtin", "hasDigitalProductPassport", "hasMenu", "hasMolecularFunction",
    "hasRepresentation", "identifier", "inCodeSet", "inDefinedTermSet", "isBasedOn",
    "isInvolvedInBiologicalProcess", "isLocatedInSubcellularLocation", "isPartOf", "item", "knowsAbout",
    "legislationIdentifier", "license", "loanType", "masthead", "material", "measurementMethod",
    "measurementTechnique", "meetsEmissionStandard", "memoryRequirements", "menu",
    "missionCoveragePrioritiesPolicy", "namedPosition", "newsUpdatesAndGuidelines", "noBylinesPolicy",
    "occupationalCredentialAwarded", "ownershipFundingInfo", "parentTaxon", "physicalRequirement", "propertyID",
    "publicTransportClosuresInfo", "publishingPrinciples", "quarantineGuidelines", "releaseNotes", "requirements",
    "roleName", "schemaVersion", "schoolClosuresInfo", "sdLicense", "season", "securityClearanceRequirement",
    "sensoryRequirement", "softwareRequirements", "speakable", "sport", "statType", "storageRequirements",
    "substanceOfConcern", "surface", "taxonRank", "taxonomicRange", "termsOfService", "ticketToken", "titleEIDR",
    "travelBans", "unitCode", "unnamedSourcesPolicy", "usageInfo", "usesHealthPlanIdStandard",
    "vehicleTransmission", "verificationFactCheckingPolicy", "warning", "webFeed",
});

// clang-format on

static_assert(std::ranges::is_sorted(urls) && std::ranges::is_sorted(names_or_urls));

}  // namespace absolve::json::schema_org
