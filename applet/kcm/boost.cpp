// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "boost.h"

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace headroom::kcm {

namespace {

constexpr std::array steps{Boost::Off, Boost::Normal, Boost::Strong};

} // namespace

Boost::Boost(HeadroomRc *settings, QObject *parent) : QObject(parent), m_settings(settings)
{
    connect(settings, &HeadroomRc::CpuWeightChanged, this, &Boost::stepChanged);
    connect(settings, &HeadroomRc::IoWeightChanged, this, &Boost::stepChanged);
}

int Boost::step() const
{
    const Weights now{m_settings->cpuWeight(), m_settings->ioWeight()};
    const auto *found =
        std::ranges::find_if(steps, [&](Step each) { return weightsOf(each) == now; });
    return found == steps.end() ? Custom : *found;
}

void Boost::setStep(int step)
{
    if (step < Off || step > Strong)
        return;
    const Weights wanted = weightsOf(static_cast<Step>(step));
    m_settings->setCpuWeight(wanted.cpu);
    m_settings->setIoWeight(wanted.io);
}

bool Boost::fixed() const
{
    return m_settings->isCpuWeightImmutable() || m_settings->isIoWeightImmutable();
}

Boost::Weights Boost::weightsOf(Step step) const
{
    const auto *cpu = m_settings->findItem(u"CpuWeight"_s);
    const auto *io = m_settings->findItem(u"IoWeight"_s);
    switch (step) {
    case Off: return {cpu->minValue().toInt(), io->minValue().toInt()};
    case Strong: return {cpu->maxValue().toInt(), io->maxValue().toInt()};
    case Normal:
    case Custom: break;
    }
    return {m_settings->defaultCpuWeightValue(), m_settings->defaultIoWeightValue()};
}

} // namespace headroom::kcm
